import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import { OutgoingFault } from '#platform/outgoing/destination.ts'
import { openSocket } from '#platform/outgoing/open-socket.ts'
import { faultWords } from '../line/fault-words.ts'
import { findInstrumentAddresses } from '../line/instruments.ts'
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
  const outcome = (is_reached: boolean, answer: string) => ({ is_reached, answer, took_ms: Math.round(performance.now() - begun) })
  try {
    // Our own port is ours to try.
    const alsoAllowed = connection === 'listen' ? host : await findInstrumentAddresses(db)
    const socket = await openSocket({ host, port }, { alsoAllowed, timeoutMs: PATIENCE_MS })
    socket.destroy()
    return outcome(true, '')
  } catch (error) {
    if (!(error instanceof OutgoingFault)) throw error
    return outcome(false, connection === 'listen' ? 'The program does not listen on this port.' : faultWords(error))
  }
}
