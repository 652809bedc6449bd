let debunkWitness = 1;
