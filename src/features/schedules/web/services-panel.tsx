import { Button, Switch, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarCheck, IconWorld } from '@tabler/icons-react'
import { useState, type KeyboardEvent, useRef } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { categoryChoices } from '#features/catalogue/web/category-name.tsx'
import { pages, call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listBookableServices, updateBookableServices } from '../contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import styles from './forms.module.css'
import { PHONE } from '#web/look/tokens.ts'

type ServiceOnScreen = ResponseOf<typeof listBookableServices>[number]
type Terms = Pick<ServiceOnScreen, 'minutes' | 'is_public'>

/** Minutes as typed; null for an empty box, undefined for what cannot be a length. */
const readMinutes = (typed: string): number | null | undefined => {
  const text = typed.trim()
  if (text === '') return null
  const minutes = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return minutes >= 5 && minutes <= 480 ? minutes : undefined
}

/**
 * How services are booked, saved one after the other in the order in which they were changed; what was changed is shown at once, and a
 * refusal takes it back.
 */
const useServiceChanges = () => {
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
      const text = now.minutes === null ? t('{name}: one slot.', { name }) : t('{name}: {n} minutes.', { name, n: now.minutes })
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

const PAGE = 100
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }

interface BoxProps {
  service: ServiceOnScreen
  save: (minutes: number | null) => void
}

/** The minutes of one service: Enter and the arrows save and go on to the next row; empty is one slot. */
const MinutesBox = ({ service, save }: BoxProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = service.minutes === null ? '' : String(service.minutes)
  const isBroken = typed !== null && readMinutes(typed) === undefined
  const done = (): boolean => {
    const minutes = readMinutes(typed ?? shown)
    if (minutes === undefined) return false
    setTyped(null)
    if (minutes !== service.minutes) save(minutes)
    return true
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') return setTyped(null)
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    if (!done()) return
    const boxes = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('input[data-part="minutes-box"]') ?? [])]
    boxes[boxes.indexOf(event.currentTarget) + step]?.focus()
  }
  return (
    <TextInput
      className={`inputs-end ${styles.minutesBox}`}
      data-part="minutes-box"
      aria-label={t('{name}: minutes', service)}
      title={isBroken ? t('Enter 5 to 480 minutes, or leave empty for one slot.') : undefined}
      placeholder={t('one slot')}
      inputMode="numeric"
      maxLength={3}
      value={typed ?? shown}
      error={isBroken}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={done}
      onKeyDown={onKeyDown}
    />
  )
}

const usual = (): Column<ServiceOnScreen>[] => [
  { key: 'name', title: t('Service'), wraps: true, render: ({ name }) => <span className="strong">{name}</span> },
  {
    key: 'category',
    title: t('Category'),
    width: 180,
    hideOnPhone: true,
    render: ({ category }) => categoryChoices().find(({ value }) => value === category)?.label ?? category,
  },
  { key: 'department', title: t('Department'), width: 200, hideOnPhone: true, render: ({ department_name }) => department_name ?? '' },
]

const readOnly = (): Column<ServiceOnScreen>[] => [
  {
    key: 'minutes',
    title: t('Minutes'),
    width: 110,
    align: 'end',
    render: ({ minutes }) => minutes ?? <span className="t3">{t('one slot')}</span>,
  },
  {
    key: 'public',
    title: t('Public'),
    width: 150,
    render: ({ is_public }) =>
      is_public ? (
        <Status tone="done" icon={IconWorld}>
          {t('Online')}
        </Status>
      ) : (
        <span className="t3">{t('Desk only')}</span>
      ),
  },
]

/** What can be booked, how long it takes, and whether the public may; each row is saved as it is changed. */
export const ServicesPanel = () => {
  const { can, allowed } = useRights()
  const [{ q, public: isPublic }, set] = useUrlState({ q: z.string(), public: z.literal('1') })
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const { save, shown } = useServiceChanges()
  const asked = { ...(q && { q }), ...(isPublic && { is_public: 'true' as const }), limit: PAGE, count: 'true' as const }
  const services = usePages(pages(listBookableServices, { query: asked }))
  const editable: Column<ServiceOnScreen>[] = [
    {
      key: 'minutes',
      title: t('Minutes'),
      width: isPhone ? 96 : 110,
      render: (row) => <MinutesBox service={shown(row)} save={(minutes) => save(row, { minutes })} />,
    },
    {
      key: 'public',
      title: t('Public'),
      width: isPhone ? 72 : 130,
      render: (row) => (
        <Switch
          aria-label={t('{name}: online booking', row)}
          label={isPhone ? undefined : shown(row).is_public ? t('Online') : t('Desk only')}
          checked={shown(row).is_public}
          onChange={(event) => save(row, { is_public: event.currentTarget.checked })}
        />
      ),
    },
  ]
  const isFiltered = Boolean(q || isPublic)
  return (
    <>
      <div className="row wrap">
        <SearchField label={t('Find a service')} value={q ?? ''} onChange={(text) => set({ q: text })} />
        <Switch
          label={t('Online booking only')}
          checked={isPublic !== undefined}
          onChange={(event) => set({ public: event.currentTarget.checked ? '1' : '' })}
        />
      </div>
      <DataTable
        label={t('Bookable services')}
        columns={[...usual(), ...(can(updateBookableServices) ? editable : readOnly())]}
        rows={services}
        rowKey={({ id }) => id}
        empty={
          <Empty
            icon={IconCalendarCheck}
            title={isFiltered ? t('No matches') : t('No bookable services yet')}
            action={
              isFiltered ? (
                <Button onClick={() => set({ q: '', public: '' })}>{t('Show all')}</Button>
              ) : (
                allowed('services.view') && (
                  <Button component={Link} to="/dashboard/administration/catalogue">
                    {t('Catalogue')}
                  </Button>
                )
              )
            }
          >
            {isFiltered ? t('Change the name or the filter above.') : t('Services of the catalogue appear here automatically.')}
          </Empty>
        }
      />
    </>
  )
}
