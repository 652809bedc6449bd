export default [1].map((x) => x)
print(1)
