import { LOCAL_NETWORKS } from '#platform/outgoing/allowed.ts'
import { faultOfHost, refusalOf } from '#platform/outgoing/destination.ts'
import type { FieldErrors } from '#platform/errors/problem.ts'

interface Sent {
  connection?: 'none' | 'listen' | 'connect' | undefined
  category?: 'none' | 'tcp' | undefined
  ip_address?: string | null | undefined
  port?: number | null | undefined
  order_message?: 'OML^O21' | 'ORM^O01' | 'ASTM' | null | undefined
  data_format?: 'hl7' | 'astm' | undefined
}
interface Place {
  protocol: 'hl7' | 'astm'
  connection: 'none' | 'listen' | 'connect'
  host: string | null
  port: number | null
  order_message: string | null
}

const connectionOf = ({ connection, category }: Sent, before: Place['connection']) => {
  if (connection) return connection
  if (category === 'none') return 'none'
  return category === 'tcp' && before === 'none' ? 'connect' : before
}

/** Where an instrument is and what it speaks, of what was sent over what was there, and errors by field where it does not fit. */
export const checkPlace = (sent: Sent, before: Place): { place: Place; errors: FieldErrors } => {
  const place: Place = {
    protocol: sent.data_format ?? before.protocol,
    connection: connectionOf(sent, before.connection),
    host: sent.ip_address === undefined ? before.host : sent.ip_address,
    port: sent.port === undefined ? before.port : sent.port,
    order_message: sent.order_message === undefined ? before.order_message : sent.order_message,
  }
  const errors: FieldErrors = {}
  if (place.connection !== 'none' && place.port === null) errors['port'] = ['Enter the port.']
  if (place.connection === 'connect' && place.host === null) errors['ip_address'] = ['Enter the address of the analyser.']
  const isMoved = place.host !== before.host || place.port !== before.port || before.connection !== 'connect'
  if (place.connection === 'connect' && place.host !== null && place.port !== null && isMoved) {
    const fault = faultOfHost({ host: place.host, port: place.port }, LOCAL_NETWORKS)
    if (fault) errors['ip_address'] = [refusalOf(fault, { host: place.host, port: place.port })]
  }
  if (place.connection === 'listen' && place.port !== null && place.port < 1024)
    errors['port'] = ['Choose a port above 1023: lower ports are reserved for the system.']
  if (place.order_message !== null && (place.order_message === 'ASTM') !== (place.protocol === 'astm'))
    errors['order_message'] = ['Orders must use the same format as the results.']
  return { place, errors }
}
