// What the folder of the waiting list needs of its own feature.
export { addToWaiting, bookWaiting, listFitting, listWaiting, removeFromWaiting, updateWaiting } from '../contract-waiting.ts'
export {
  waitingHours,
  waitingHoursLabel,
  waitingPriorities,
  waitingPriorityLabel,
  waitingStatuses,
  waitingStatusLabel,
  type WaitingHours,
  type WaitingPriority,
  type WaitingStatus,
} from '../rules-waiting.ts'
