import { useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, messageOf } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/query-client.ts'
import { toast } from '#web/toast.tsx'
import { listBookableServices, updateBookableServices } from '../contract.ts'

export type ServiceOnScreen = ResponseOf<typeof listBookableServices>[number]
type Terms = Pick<ServiceOnScreen, 'minutes' | 'is_public'>

/** Minutes as typed; null for an empty box, undefined for what cannot be a length. */
export const readMinutes = (typed: string): number | null | undefined => {
  const text = typed.trim()
  if (text === '') return null
  const minutes = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return minutes >= 5 && minutes <= 480 ? minutes : undefined
}

/** How services are booked, saved as each is changed; the change is shown at once, and a refusal takes it back. */
export const useServiceChanges = () => {
  const [waiting, setWaiting] = useState<Record<number, Terms>>({})
  const wait = (id: number, terms: Terms | null) =>
    setWaiting(({ [id]: _before, ...others }) => (terms ? { ...others, [id]: terms } : others))

  const save = async (service: ServiceOnScreen, change: Partial<Terms>): Promise<void> => {
    const { id, name, minutes, is_public, version } = service
    const before = { minutes, is_public }
    const after = { ...before, ...change }
    wait(id, after)
    try {
      const [saved] = await call(updateBookableServices, { body: { services: [{ id, ...after, version }] } })
      await queryClient.invalidateQueries({ queryKey: [listBookableServices.path] })
      const text =
        after.minutes === null ? t('{{name}} takes one slot.', { name }) : t('{{name}} takes {{n}} minutes.', { name, n: after.minutes })
      if (saved && after.minutes !== minutes) toast.done(text, { label: t('Undo'), run: () => void save(saved, before) })
    } catch (error) {
      toast.failed(`${name}: ${messageOf(error)}`)
      void queryClient.invalidateQueries()
    }
    wait(id, null)
  }
  return { save, shown: (service: ServiceOnScreen): ServiceOnScreen => ({ ...service, ...waiting[service.id] }) }
}
