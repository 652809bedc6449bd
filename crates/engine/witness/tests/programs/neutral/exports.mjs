export const a = 1, b = () => {}; export default () => 2; export class C { static n = C.name } export function f() { return this } export { a as z };
print(a, b.name, C.n, f());
