import { expect, test } from 'vitest'
import { childEnvironment } from './child-environment.ts'

test('a process that serves knows where programs are, and no password, key or setting of others', () => {
  const given = {
    PATH: '/bin',
    Path: 'C:\\bin',
    TZ: 'Africa/Nairobi',
    NODE_COMPILE_CACHE: '/var/cache/kliniki',
    LC_ALL: 'C',
    KLINIKI_PRIVATE_ADDRESSES: '10.0.0.1:25',
    DATABASE_URL: 'postgres://kliniki:word@db/kliniki',
    PGPASSWORD: 'word',
    PGUSER: 'kliniki',
    PGOPTIONS: '-c role=kliniki',
    KLINIKI_SECRET: 'key',
    KLINIKI_BACKUP_PASSPHRASE: 'words',
    NODE_OPTIONS: '--require=/tmp/mine.js',
    AWS_SECRET_ACCESS_KEY: 'key',
  }
  const { PATH, Path, TZ, NODE_COMPILE_CACHE, LC_ALL, KLINIKI_PRIVATE_ADDRESSES } = given
  const made = childEnvironment(given)
  // Whatever is added to it stays behind as well.
  expect(Object.keys(made)).toEqual(Object.keys(given))
  expect(JSON.parse(JSON.stringify(made))).toEqual({ PATH, Path, TZ, NODE_COMPILE_CACHE, LC_ALL, KLINIKI_PRIVATE_ADDRESSES })
})
