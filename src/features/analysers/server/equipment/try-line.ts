import { once } from 'node:events'
import { connect } from 'node:net'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import { faultWords } from '../line/fault-words.ts'
import { getEquipment } from './equipment.ts'

const PATIENCE_MS = 5_000

/** Where our own port is reached from this very machine, when we listen on any address. */
const ownAddress = (host: string) => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)

/**
 * Opens a connection to the port of an instrument and closes it, without a word: its own when we call it, ours when it calls us. 409 when it
 * is not on the line.
 */
export const tryLine = async (db: Db, id: number, listenHost: string) => {
  const { connection, ip_address, port } = await getEquipment(db, id)
  if (connection === 'none' || port === null) throw conflict('This analyser is not on the line.')
  const host = connection === 'listen' ? ownAddress(listenHost) : (ip_address ?? '')
  const begun = performance.now()
  const socket = connect({ host, port })
  const outcome = (is_reached: boolean, answer: string) => ({ is_reached, answer, took_ms: Math.round(performance.now() - begun) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) })
    return outcome(true, '')
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException
    if (connection === 'listen') return outcome(false, 'The program does not listen on this port.')
    if (name === 'AbortError') return outcome(false, 'The instrument does not answer.')
    return outcome(false, code === undefined ? 'The instrument cannot be reached.' : faultWords(error as NodeJS.ErrnoException))
  } finally {
    socket.destroy()
  }
}
