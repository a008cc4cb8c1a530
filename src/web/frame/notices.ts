import { createStore } from '../store.ts'

/** Something that waits for this person: a room puts it here, translated, and takes it away when it is dealt with. */
export interface Notice {
  id: string
  text: string
  to: string
}
export const notices = createStore<readonly Notice[]>([])
