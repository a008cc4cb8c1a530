import type { FastifyRequest } from 'fastify'

/** Another address of a call, as the clinic's earlier clients know it. */
export interface Alias {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: `/${string}`
  /** The call that it stands for: its method and path. */
  call: string
  /** What stands elsewhere in the call's own address. */
  moves: readonly { place: 'query' | 'body' | 'rename'; from: string; to: string }[]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Brings a request at such an address into the form of the call that it stands for: ids move into the path, filters take their names. */
export const asCalled = ({ moves }: Alias, request: FastifyRequest): void => {
  const query = { ...(request.query as Record<string, unknown>) }
  const params: Record<string, unknown> = {}
  for (const { place, from, to } of moves) {
    if (place === 'body') params[to] = isRecord(request.body) ? (request.body[from] ?? '') : ''
    else if (place === 'query') params[to] = query[from] ?? ''
    else if (query[from] !== undefined) query[to] = query[from]
    if (place !== 'body') delete query[from]
    else if (isRecord(request.body) && from !== 'id') delete request.body[from]
  }
  request.query = query
  request.params = params
}
