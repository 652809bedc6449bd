class A { static a = 1; static { this.b = this.a + 1; var v = 3; function f() { return v } this.c = f(); } static d = A.c + 1 }
print(A.b, A.c, A.d);
