import { isAbsolute, relative } from 'node:path';

/** The credentials file as the person at the terminal would write it. */
export const credentialsPath = (dataDir: string, workingDirectory: string): string => {
  const path = relative(workingDirectory, `${dataDir}/credentials.json`);
  // A container starts the service in `/`, and the person at the terminal is in another folder.
  const isApart = path.startsWith('..') || isAbsolute(path) || workingDirectory === '/';
  return isApart ? `${dataDir}/credentials.json` : `./${path}`;
};

/** Two commands: the first reads the key of the demo corporate, the second lists its packages. */
export const firstCall = (credentials: string, url: string): string =>
  `# ${isAbsolute(credentials) ? 'On the machine, or in the container, of the service' : 'In the folder in which the service was started'}:
KEY=$(node -p "JSON.parse(fs.readFileSync('${credentials}')).corporates.acme.apiKeys.erp")
curl -s ${url}/v1/partner/packages -H "x-api-key: $KEY"`;
