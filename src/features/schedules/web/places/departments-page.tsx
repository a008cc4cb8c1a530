import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Page } from '#web/ui/page.tsx'
import { listRooms } from '#features/schedules/contract.ts'
import { RoomsPanel } from './rooms-panel.tsx'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconBuilding } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Department, listDepartments, listDepartmentUses, orderDepartments } from '#features/company/contract.ts'
import { call, query } from '#web/calls/api.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRows } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { InUse } from '#web/ui/in-use.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import styles from './departments.module.css'

type Uses = ResponseOf<typeof listDepartmentUses>[number]

/** What a department is used by, in words; empty for nothing. */
const usesText = ({ services, rooms, stores, referrals }: Uses): string =>
  [
    services > 0 && t('{count, plural, one {# service} other {# services}}', { count: services }),
    rooms > 0 && t('{count, plural, one {# room} other {# rooms}}', { count: rooms }),
    stores > 0 && t('{count, plural, one {# store} other {# stores}}', { count: stores }),
    referrals > 0 && t('{count, plural, one {# referral} other {# referrals}}', { count: referrals }),
  ]
    .filter(Boolean)
    .join(' · ')

const DepartmentDialog = lazy(async () => ({ default: (await import('./department-dialog.tsx')).DepartmentDialog }))

/** The ids with the one at that place moved a step. */
const movedIds = (ids: readonly number[], at: number, step: -1 | 1) => {
  const next = [...ids]
  const [id] = next.splice(at, 1)
  next.splice(at + step, 0, id!)
  return next
}

const useOrder = () =>
  useMutation({
    mutationFn: (ids: number[]) => call(orderDepartments, { body: { ids } }),
    onSuccess: () => queryClient.invalidateQueries(),
    onError: (error) => toast.failed(error),
  })

interface Shown {
  ids: readonly number[]
  uses: ReadonlyMap<number, string>
  isMoving: boolean
  move: (ids: number[]) => void
}

const columns = ({ ids, uses, isMoving, move }: Shown): Column<Department>[] => [
  { key: 'name', title: t('Name'), render: ({ name }) => <span className="strong">{name}</span> },
  {
    key: 'uses',
    title: t('Used by'),
    hideOnPhone: true,
    render: ({ id }) => <span className={styles.departmentUses}>{uses.get(id) ?? ''}</span>,
  },
  { key: 'state', title: t('Status'), width: 130, render: ({ is_active }) => <InUse active={is_active} /> },
  {
    key: 'order',
    title: t('Order in lists'),
    width: 110,
    render: ({ id, name }) => {
      const at = ids.indexOf(id)
      const arrow = (step: -1 | 1) => (
        <ActionIcon
          variant="subtle"
          aria-label={step < 0 ? t('Move {name} up', { name }) : t('Move {name} down', { name })}
          disabled={isMoving || ids[at + step] === undefined}
          onClick={(event) => {
            event.stopPropagation()
            move(movedIds(ids, at, step))
          }}
        >
          {step < 0 ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
        </ActionIcon>
      )
      return (
        <span className="row">
          {arrow(-1)}
          {arrow(1)}
        </span>
      )
    },
  },
]

/** The departments: added, renamed, put in order, taken out of use; each with what it is used by. */
const DepartmentsPanel = () => {
  const [opened, setOpened] = useState<Department | 'new' | null>(null)
  const departments = useRows(query(listDepartments, { query: {} }))
  const { data: ordered = [] } = useQuery(query(listDepartments, { query: {} }))
  const { data: counted = [] } = useQuery(query(listDepartmentUses))
  const { mutate, isPending } = useOrder()
  const uses = new Map(counted.map((use) => [use.id, usesText(use)]))
  return (
    <>
      <div className="row wrap">
        <span className="grow" />
        <AddButton label={t('Add department')} onClick={() => setOpened('new')} />
      </div>
      <DataTable
        label={t('Departments')}
        columns={columns({ ids: ordered.map(({ id }) => id), uses, isMoving: isPending, move: mutate })}
        rows={departments}
        rowKey={({ id }) => id}
        onOpen={setOpened}
        empty={
          <Empty icon={IconBuilding} title={t('No departments yet')}>
            {t('Services, rooms, stores and referrals can belong to a department.')}
          </Empty>
        }
      />
      <Suspense>
        {opened && (
          <DepartmentDialog
            department={opened === 'new' ? null : opened}
            uses={opened === 'new' ? '' : (uses.get(opened.id) ?? '')}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** The departments of the clinic and the rooms, beds and benches that belong to them. */
export const DepartmentsPage = () => {
  const { can } = useRights()
  return (
    <Page title={t('Departments and rooms')}>
      <section className={`grid gap-5 ${styles.departmentsPart}`} aria-label={t('Departments')}>
        <h2>{t('Departments')}</h2>
        <DepartmentsPanel />
      </section>
      {can(listRooms) && (
        <section className={`grid gap-5 ${styles.departmentsPart}`} aria-label={t('Rooms')}>
          <h2>{t('Rooms')}</h2>
          <RoomsPanel isSecond />
        </section>
      )}
    </Page>
  )
}
