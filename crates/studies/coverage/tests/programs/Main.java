package shop;
public class Main {
    static int sign(int x) {
        if (x < 0) return -1;
        if (x > 0 && x < 100) {
            return 1;
        }
        return 0;
    }
    static int never(int x) { return x + 1; }
    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        System.out.println(sign(n));
        Runnable r = new Runnable() { public void run() { System.out.println("inner"); } };
        if (n > 5) r.run();
    }
}
