import '@hundi/core';
import '@hundi/adapter-knex';
import '@hundi/adapter-koa';
import '@hundi/adapter-node';
import '@hundi/adapter-undici';

const { user, system } = process.cpuUsage();
console.log((user + system) / 1_000);
