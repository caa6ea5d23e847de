// Imports the entries that its arguments name, none without arguments, and prints how long a core computed for it, in ms.
await Promise.all(process.argv.slice(2).map((entry) => import(entry)));

const { user, system } = process.cpuUsage();
console.log((user + system) / 1_000);
