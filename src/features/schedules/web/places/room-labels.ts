import { t } from '#web/i18n.ts'
import type { Room } from '#features/schedules/contract.ts'

const words: Record<Room['kind'], string> = {
  'consulting room': 'Consulting room',
  'treatment room': 'Treatment room',
  bed: 'Bed',
  'laboratory bench': 'Laboratory bench',
  other: 'Other room',
}
/** A kind of room in words. */
export const roomKindWord = (kind: Room['kind']) => t(words[kind])
