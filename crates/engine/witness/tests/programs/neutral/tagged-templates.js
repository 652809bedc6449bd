function t(s) { return s } const a = () => t`a${1}b`; print(a() === a(), t`x${(() => { return 2 })()}`.raw.length);
