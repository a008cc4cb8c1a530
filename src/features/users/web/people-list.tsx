import { Button, Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { roles } from '#shared/permissions.ts'
import { pages, query } from '#web/calls/api.ts'
import { fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { createUser, listGroups, listUsers, type User } from '../contract.ts'
import { AccountState } from './account-state.tsx'
import { roleWord } from './right-labels.ts'

const PEOPLE = '/dashboard/administration/people'
const PAGE = 50

const columns = (): Column<User>[] => [
  {
    key: 'name',
    title: t('Name'),
    width: 208,
    render: (person) => (
      <>
        <span className="strong">{fullName(person)}</span>
        <span className="only-phone under">{t(roleWord(person.role))}</span>
      </>
    ),
  },
  { key: 'email', title: t('E-mail'), hideOnPhone: true, render: ({ email }) => email },
  { key: 'role', title: t('Role'), width: 160, hideOnPhone: true, render: ({ role }) => t(roleWord(role)) },
  {
    key: 'groups',
    title: t('Groups'),
    hideOnPhone: true,
    hideOnTablet: true,
    render: ({ groups }) => (groups.length > 0 ? groups.map(({ name }) => t(name)).join(', ') : <span className="t3">{t('none')}</span>),
  },
  { key: 'state', title: t('Status'), width: 150, render: (person) => <AccountState user={person} /> },
]

/** Everybody with an account, found by name, role, group and state; the filters live in the address. */
export const PeopleListPage = () => {
  const { can } = useRights()
  const go = useNavigate()
  const [{ q, role, group, active, registration }, set] = useUrlState({
    q: z.string().max(100),
    role: z.enum(roles),
    group: z.string().regex(/^\d{1,9}$/),
    active: z.enum(['true', 'false']),
    registration: z.enum(['missing']),
  })
  const groups = useQuery(query(listGroups, { query: {} }))
  const filter = { q, role, group_id: group, active, lacks_registration: registration && 'true', limit: PAGE, count: 'true' }
  const lacking = useQuery(query(listUsers, { query: { lacks_registration: 'true', limit: 1 } }))
  const people = usePages(pages(listUsers, { query: filter as never }))
  const mayAdd = can(createUser)
  useKeys(mayAdd ? [{ keys: 'N', label: t('Add user'), run: () => void go(`${PEOPLE}/new`) }] : [])
  const isFiltered = Boolean(q || role || group || active || registration)
  const add = (
    <Button
      component={Link}
      to={`${PEOPLE}/new`}
      variant="filled"
      leftSection={<IconUserPlus size={16} aria-hidden />}
      rightSection={<Kbd className="not-phone">{keyLabel('N')}</Kbd>}
    >
      {t('Add user')}
    </Button>
  )
  const empty = (
    <Empty
      icon={IconUsers}
      title={isFiltered ? t('No matching users') : t('No users yet')}
      action={
        isFiltered && <Button onClick={() => set({ q: '', role: '', group: '', active: '', registration: '' })}>{t('Show all')}</Button>
      }
    >
      {isFiltered ? t('Change the name or the filters above.') : t('Each staff member has their own account.')}
    </Empty>
  )
  return (
    <Page title={t('People')} actions={mayAdd && add}>
      {(lacking.data?.length ?? 0) > 0 && !registration && (
        <Note tone="attention">
          <span className="row wrap">
            <span className="grow">{t('Title or registration number is missing for some staff who sign documents.')}</span>
            <Button size="compact-sm" onClick={() => set({ q: '', role: '', group: '', active: '', registration: 'missing' })}>
              {t('Show them')}
            </Button>
          </span>
        </Note>
      )}
      <div className="row wrap filters">
        <SearchField label={t('Search by name or e-mail')} value={q ?? ''} onChange={(text) => set({ q: text })} />
        <ChoiceFilter
          label={t('Role')}
          any={t('Any role')}
          searchable
          data={roles.map((value) => ({ value, label: t(roleWord(value)) }))}
          value={role}
          onChange={(role) => set({ role })}
        />
        <ChoiceFilter
          label={t('Group')}
          any={t('Any group')}
          searchable
          data={(groups.data ?? []).map(({ id, name }) => ({ value: String(id), label: t(name) }))}
          value={group}
          onChange={(group) => set({ group })}
        />
        <ChoiceFilter
          label={t('Status')}
          any={t('All statuses')}
          data={[
            { value: 'true', label: t('Active') },
            { value: 'false', label: t('Disabled') },
          ]}
          value={active}
          onChange={(active) => set({ active })}
        />
        <ChoiceFilter
          label={t('Registration')}
          any={t('Any registration')}
          data={[{ value: 'missing', label: t('No registration number') }]}
          value={registration}
          onChange={(registration) => set({ registration })}
        />
      </div>
      <DataTable
        label={t('People')}
        columns={columns()}
        rows={people}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(`${PEOPLE}/${id}`)}
        empty={empty}
      />
    </Page>
  )
}
