function sq(n){return n*n}var t=0;for(var i=1;i<=4;i++){t+=sq(i);if(t>20)print("over",t)}print("sum",t);
