import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import type { ResponseOf } from '#shared/endpoint.ts'
import { pages } from '#web/calls/api.ts'
import { dayOf, fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { getUser } from '../contract.ts'
import { listSecondFactors } from '../contract-security.ts'
import { roleWord } from './right-labels.ts'

type Row = ResponseOf<typeof listSecondFactors>[number]

const State = ({ row: { since, is_required, recovery_codes_left } }: { row: Row }) => {
  if (since !== null)
    return (
      <Status tone={recovery_codes_left === 0 ? 'attention' : 'done'}>
        {t('On since {day}', { day: dayOf(since) })} ·{' '}
        {t('{count, plural, one {# recovery code left} other {# recovery codes left}}', { count: recovery_codes_left })}
      </Status>
    )
  return is_required ? <Status tone="attention">{t('Not set up')}</Status> : <Status tone="inactive">{t('none')}</Status>
}

const columns = (): Column<Row>[] => [
  { key: 'name', title: t('Name'), render: (row) => <span className="strong">{fullName(row)}</span> },
  { key: 'role', title: t('Role'), width: 200, hideOnPhone: true, render: ({ role }) => t(roleWord(role)) },
  { key: 'state', title: t('Two-factor authentication'), render: (row) => <State row={row} /> },
]

/** Who signs in with a second step and who does not; the filters live in the address. */
export const SecondFactorList = () => {
  const go = useNavigate()
  const { can } = useRights()
  const [{ q, state }, set] = useUrlState({ q: z.string().max(100), state: z.enum(['with', 'without', 'missing']) })
  const people = usePages(pages(listSecondFactors, { query: { q, state, limit: 50, count: 'true' } }))
  const isFiltered = Boolean(q || state)
  return (
    <>
      <h2>{t('Two-factor authentication by user')}</h2>
      <div className="row wrap filters">
        <SearchField label={t('Search by name or e-mail')} value={q ?? ''} onChange={(text) => set({ q: text })} />
        <ChoiceFilter
          label={t('Status')}
          any={t('All statuses')}
          data={[
            { value: 'with', label: t('Turned on') },
            { value: 'without', label: t('Turned off') },
            { value: 'missing', label: t('Not set up') },
          ]}
          value={state}
          onChange={(state) => set({ state })}
        />
      </div>
      <DataTable
        label={t('Two-factor authentication by user')}
        columns={columns()}
        rows={people}
        rowKey={({ id }) => id}
        {...(can(getUser) && { onOpen: ({ id }: Row) => void go(`/dashboard/administration/people/${id}`) })}
        empty={
          <Empty
            icon={IconUsers}
            title={t('No matching users')}
            action={isFiltered && <Button onClick={() => set({ q: '', state: '' })}>{t('Show all')}</Button>}
          />
        }
      />
    </>
  )
}
