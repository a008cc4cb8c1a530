import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { resetAdministrator } from '#features/users/public.ts'
import { ConfigurationError, readConfig } from '#platform/config.ts'
import { connect } from '#platform/db/connect.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'
import { openKeys } from '#platform/keys/clinic-keys.ts'

freezePrototypes()

const USAGE = 'Usage: npm run admin:reset -- EMAIL [--second-factor]'

const say = (line: string) => process.stdout.write(`${line}\n`)

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      options: { 'second-factor': { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [email, ...more] = positionals
    if (!email || more.length > 0) throw new ConfigurationError(USAGE)
    return { email, withSecondFactor: values['second-factor'] }
  } catch (error) {
    throw error instanceof ConfigurationError ? error : new ConfigurationError(`${(error as Error).message}. ${USAGE}`)
  }
}

const operatorName = () => {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

const run = async () => {
  const wanted = readArguments()
  const { dataDir, databaseUrl, secret, previousSecret } = readConfig(process.env)
  const database = await openDatabase({ databaseUrl, dataDir }, { join: true })
  const connection = connect(database.logins.kliniki_app, 'kliniki_app', { max: 1 })
  try {
    const { codeKey } = await openKeys({ ownerUrl: database.ownerUrl, dataDir, secret, previousSecret })
    const { email, password, until, hadSecondFactor } = await resetAdministrator(connection.db, {
      ...wanted,
      codeKey,
      operator: operatorName(),
      now: new Date(),
    })
    say(`${email} signs in with the one-time password ${password}`)
    say(`It is shown this once, has to be changed at the first sign-in, and is good until ${until.toISOString()}.`)
    say('All sessions of the account were ended, and it is unlocked.')
    if (wanted.withSecondFactor) say(hadSecondFactor ? 'The second factor was removed.' : 'The account had no second factor.')
  } catch (error) {
    if ((error as { code?: string }).code === '42P01')
      throw new ConfigurationError('The tables are those of an older version: start Kliniki once, so that they are brought up to date.')
    throw error
  } finally {
    await connection.close()
    await database.stop()
  }
}

try {
  await run()
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
