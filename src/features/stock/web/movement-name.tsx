import { z } from 'zod'
import { movementKinds } from '../contract-items.ts'
import { movementWord } from './stock-labels.ts'

const Kind = z.enum(movementKinds)

/** What moved stock, in words; what it is called where there are none. */
export const MovementName = ({ kind }: { kind: string }) => {
  const { data } = Kind.safeParse(kind)
  return data === undefined ? kind : movementWord(data)
}
