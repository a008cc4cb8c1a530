import { useNavigate } from 'react-router'
import { call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { listPharmacyQueue } from '#features/pharmacy/contract-counter.ts'

export const QUEUE = '/dashboard/pharmacy'
const MOST = 100

/** The address of a prescription at the counter. */
export const counterAddress = (id: number, store?: number) => `${QUEUE}/prescriptions/${id}${store === undefined ? '' : `?store=${store}`}`

/** Leads to who waits longest after this prescription; to the queue when nobody does. */
export const useNext = (id: number, store: number | undefined) => {
  const go = useNavigate()
  const next = async () => {
    const waiting = await call(listPharmacyQueue, { query: { limit: MOST, ...(store !== undefined && { store }) } })
    const at = waiting.findIndex((one) => one.id === id)
    const found = [...waiting.slice(at + 1), ...waiting.slice(0, Math.max(0, at))][0]
    if (!found) toast.done(t('No more patients waiting.'))
    await go(found ? counterAddress(found.id, store) : QUEUE)
  }
  return () => void next().catch(toast.failed)
}
