/* leading */ var /* name */ total /* eq */ = /* value */ 0 /* end */; // trailing
/**
 * Adds things. return nothing; if (false) { ... }
 */
function /* fn */ add(/* left */ a, /* right */ b /* none */) /* body */ {
  // first statement
  var sum = a /* plus */ + /* 1 + */ b; /* inline */ // both
  /* before return */ return /* same line! */ sum;
  // after return
}
/* multi
   line */ total += add(1, 2); /* x */ total += /* y */ add(3, /* z */ 4);
if (/* cond */ total /* > */ > /* 9 */ 9) /* then */ print(/* arg */ 'big' /* end */); // else
else /* else */ print('small'); /* "string in comment" */
// print('commented out');
/**/ print(total /**/); /***/
print('done'); /* last */ // very last
