export default function () { return 1 }
print(typeof this);
