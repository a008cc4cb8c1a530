import type { Db } from './connect.ts'

interface Reading {
  running: Promise<unknown>
  next: Promise<unknown> | null
}
const readings = new WeakMap<Db, Map<string, Reading>>()

const begin = <T>(all: Map<string, Reading>, key: string, read: () => Promise<T>): Promise<T> => {
  const reading: Reading = { running: read(), next: null }
  all.set(key, reading)
  const end = () => {
    if (all.get(key) === reading && reading.next === null) all.delete(key)
  }
  reading.running.then(end, end)
  return reading.running as Promise<T>
}

/**
 * News reaches every screen at the same moment, and all of them ask for the same list. While one reading with a key is under way, those who
 * ask meanwhile share the next one, which begins when it has ended: nobody is given what was read before they asked, a failure is everybody's,
 * and nothing is kept. What is read must be the same for all who may ask, and left as it is; `key` names it with all that it depends on but
 * the moment. Inside a transaction everybody reads for themselves.
 */
export const sharedRead = <T>(db: Db, key: string, read: () => Promise<T>): Promise<T> => {
  if (db.isTransaction) return read()
  const all = readings.get(db) ?? new Map<string, Reading>()
  readings.set(db, all)
  const reading = all.get(key)
  if (!reading) return begin(all, key, read)
  const goOn = () => begin(all, key, read)
  reading.next ??= reading.running.then(goOn, goOn)
  return reading.next as Promise<T>
}
