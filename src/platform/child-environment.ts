/** What a process that answers requests or takes jobs may know of the environment: where programs and packages are, and how the machine speaks. */
const KNOWN: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'USERPROFILE',
  'SYSTEMROOT',
  'WINDIR',
  'TMPDIR',
  'TMP',
  'TEMP',
  'TZ',
  'LANG',
  'NODE_COMPILE_CACHE',
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'NODE_V8_COVERAGE',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'KLINIKI_PRIVATE_ADDRESSES',
])

const isKnown = (name: string) => KNOWN.has(name.toUpperCase()) || name.startsWith('LC_')

/**
 * The environment of a process that is handed everything else as a message: passwords, keys and what an operator has set for other programs
 * stay behind. What stays behind is named without a value, because a cluster adds what it is given to its own.
 */
export const childEnvironment = (own: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(own).map(([name, value]) => [name, isKnown(name) ? value : undefined]))
