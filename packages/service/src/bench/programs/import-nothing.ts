const { user, system } = process.cpuUsage();
console.log((user + system) / 1_000);
export {};
