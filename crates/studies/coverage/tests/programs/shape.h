static inline int twice(int x) { return x > 0 ? x * 2 : -x; }
