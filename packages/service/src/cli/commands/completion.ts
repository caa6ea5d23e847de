import { EXIT, Misused, parseConfigOf, type Command, type Listed } from '../command/command.js';

/** A pattern of what stands before the word that is completed, and what it may be. */
type Case = readonly [pattern: string, words: ReadonlyArray<string>];

/** Words of a help that a caller writes as they stand: `bash|zsh`, and not `FILE`. */
const FIXED = /^[a-z]+(?:\|[a-z]+)+$/;

const ofCommand = async ({ name, load }: Listed): Promise<Case> => {
  const command = await load();
  const { words = '' } = command;
  const options = Object.keys(parseConfigOf(command)).map((option) => `--${option}`);
  return [`'${name}'|'${name} '*`, [...(FIXED.test(words) ? words.split('|') : []), ...options]];
};

/** The words that begin a command, each once. */
const begins = (names: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(names.map((name) => name.split(' ', 1).join())),
];

const ofGroup = (group: string, names: ReadonlyArray<string>): Case => [
  `'${group}'`,
  names.filter((name) => name.startsWith(`${group} `)).map((name) => name.slice(group.length + 1)),
];

/** The function that bash calls, which falls back on names of files. */
const script = async (commands: ReadonlyArray<Listed>): Promise<ReadonlyArray<string>> => {
  const names = commands.map(({ name }) => name);
  const groups = begins(names.filter((name) => name.includes(' ')));
  const cases: ReadonlyArray<Case> = [
    ...(await Promise.all(commands.map(ofCommand))),
    ...groups.map((group) => ofGroup(group, names)),
    ["''", [...begins(names), '--help', '--version']],
  ];
  return [
    '_hundi() {',
    '  local before="${COMP_WORDS[*]:1:COMP_CWORD-1}" words=\'\'',
    '  case "$before" in',
    ...cases.map(([pattern, words]) => `    ${pattern}) words='${words.join(' ')}' ;;`),
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _hundi hundi',
  ];
};

/** zsh runs what was written for bash. */
const FOR_ZSH = [
  'autoload -U +X compinit && compinit',
  'autoload -U +X bashcompinit && bashcompinit',
];

/** `hundi completion bash|zsh`: completion of these commands for a shell. */
export const completionOf = (commands: ReadonlyArray<Listed>): Command => ({
  words: 'bash|zsh',
  wordsMax: 1,
  about: 'Prints a script that completes commands, options and names of files.',
  examples: [
    'source <(hundi completion bash)',
    'hundi completion zsh > ~/.hundi-completion && echo source ~/.hundi-completion >> ~/.zshrc',
  ],
  run: async ({ words: [shell], json }, { out }) => {
    if (shell !== 'bash' && shell !== 'zsh') throw new Misused('expected bash or zsh');
    const lines = [...(shell === 'zsh' ? FOR_ZSH : []), ...(await script(commands))];
    if (json) out(JSON.stringify({ script: lines.join('\n') }));
    else lines.forEach(out);
    return EXIT.done;
  },
});
