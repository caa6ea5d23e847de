import { barePostgresRead } from '../bare-read.js';
import { openBareServer } from '../bare-server.js';

/** As many as the engine has for reads. */
const CONNECTIONS = 4;

const [database = '', corporateId = '', bytes = ''] = process.argv.slice(2);
const read = barePostgresRead(database, CONNECTIONS);
const { url } = await openBareServer(read, corporateId, Number(bytes));
console.log(url);
