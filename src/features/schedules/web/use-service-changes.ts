import { useRef, useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
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

/**
 * How services are booked, saved one after the other in the order in which they were changed; what was changed is shown at once, and a
 * refusal takes it back.
 */
export const useServiceChanges = () => {
  const [waiting, setWaiting] = useState<Record<number, Partial<Terms>>>({})
  const saved = useRef(new Map<number, ServiceOnScreen>())
  const queue = useRef(Promise.resolve())
  const last = useRef(new Map<number, symbol>())

  /** The list may be older than what was just saved: the next change starts from the newer of the two. */
  const newest = (service: ServiceOnScreen) => {
    const known = saved.current.get(service.id)
    return known && known.version > service.version ? known : service
  }
  const send = async (service: ServiceOnScreen, change: Partial<Terms>) => {
    const { id, name, minutes, is_public, version } = newest(service)
    const after = { minutes, is_public, ...change }
    try {
      const [now] = await call(updateBookableServices, { body: { services: [{ id, ...after, version }] } })
      if (!now) return
      saved.current.set(id, now)
      const text =
        now.minutes === null ? t('{{name}} takes one slot.', { name }) : t('{{name}} takes {{n}} minutes.', { name, n: now.minutes })
      if (now.minutes !== minutes) toast.done(text, { label: t('Undo'), run: () => save(now, { minutes }) })
    } catch (error) {
      toast.failed(`${name}: ${messageOf(error)}`)
    }
    await queryClient.invalidateQueries({ queryKey: [listBookableServices.path] })
  }
  const save = (service: ServiceOnScreen, change: Partial<Terms>): void => {
    const { id } = service
    const mine = Symbol(service.name)
    last.current.set(id, mine)
    setWaiting((all) => ({ ...all, [id]: { ...all[id], ...change } }))
    queue.current = queue.current.then(async () => {
      await send(service, change)
      if (last.current.get(id) === mine) setWaiting(({ [id]: _done, ...others }) => others)
    })
  }
  return { save, shown: (service: ServiceOnScreen): ServiceOnScreen => ({ ...service, ...waiting[service.id] }) }
}
