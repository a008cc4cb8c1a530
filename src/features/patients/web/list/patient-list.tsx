import { phone } from '#web/text/phone.ts'
import { Button, Kbd, TextInput, Checkbox } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconUserPlus, IconLock } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { number, ageOf, ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { createPatient, listPatients, searchPatients } from '#features/patients/contract.ts'
import { InsurerField } from '#features/insurance/web/insurer-field.tsx'
import { FieldFilters } from '#web/record/field-filters.tsx'
import { DaysFilter } from '#web/ui/days-filter.tsx'
import { Filters } from '#web/ui/filters.tsx'
import { genderWord } from '../patient-labels.ts'
import { birthOf } from '#web/text/birth.ts'
import { formerNames, sexOf } from '#web/searches/patient-search.ts'
import { Status } from '#web/ui/status.tsx'
import { ListedAllergies } from '../listed-allergy-status.tsx'
import { PatientName } from '../patient-name.tsx'
import { RecordMarks } from '../record-status.tsx'
import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import type { ResponseOf } from '#shared/endpoint.ts'
import { pages, query } from '#web/calls/api.ts'
import { usePages, useRows, type Rows } from '#web/calls/rows.ts'
import { useUrlState } from '#web/state/url-state.ts'
import { patientFields } from '#features/patients/record.ts'
import { filterShape, having } from '#shared/record.ts'
import styles from '../patients.module.css'

/** The declared filters. */
const filters = having(patientFields, 'filter', true)
const { insurance_company_id, registered_from, registered_to, sort } = listPatients.query.shape
const state = {
  q: z.string().max(200),
  ...filterShape(filters),
  insurance_company_id,
  registered_from,
  registered_to,
  sort,
  active: z.literal('false').optional(),
}

const PAGE = 50
const MATCHES = 50

type PatientRow = ResponseOf<typeof listPatients>[number]

/** What the address of the list says, and the rows it asks for: the best matches while there is text, the filtered list otherwise. */
const usePatientRows = () => {
  const [url, setUrl] = useUrlState(state)
  const { q, ...asked } = url
  const isSearch = q !== undefined && q !== ''
  const listed = usePages({
    ...pages(listPatients, { query: { ...asked, limit: PAGE, count: 'true' } }),
    enabled: !isSearch,
    placeholderData: keepPreviousData,
  })
  const found = useRows({
    ...query(searchPatients, { query: { q: q ?? '', limit: MATCHES } }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  // A search that failed shows nobody: yesterday's answer could be taken for today's.
  const searched: Rows<PatientRow> = found.error ? { ...found, data: undefined } : found
  const isNarrowed = isSearch || Object.entries(asked).some(([name, value]) => name !== 'sort' && value !== undefined)
  return { url, setUrl, rows: isSearch ? searched : listed, isNarrowed }
}
type ListUrl = ReturnType<typeof usePatientRows>['url']
type SetListUrl = ReturnType<typeof usePatientRows>['setUrl']

const Who = ({ patient }: { patient: PatientRow }) => (
  <span className={`row wrap ${styles.patientWho}`}>
    <PatientName patient={patient} className="strong wrap-text" />
    {patient.formerly.length > 0 && <span className="small t3 num clip">{formerNames(patient)}</span>}
    {patient.is_restricted && (
      <Status tone="attention" chip icon={IconLock}>
        {t('Restricted record')}
      </Status>
    )}
    <RecordMarks record={patient} />
    <ListedAllergies patient={patient.id} hasMarks />
  </span>
)

const AgeAndSex = ({ patient: { gender, date_of_birth, is_birth_date_estimated, is_restricted, death } }: { patient: PatientRow }) => (
  <span
    className="num"
    title={[sexOf({ gender, is_restricted }) && genderWord(gender), birthOf({ date_of_birth, is_birth_date_estimated })]
      .filter(Boolean)
      .join(', ')}
  >
    {[sexOf({ gender, is_restricted }), ageOf({ date_of_birth, is_birth_date_estimated, death })].filter(Boolean).join(' · ')}
  </span>
)

/** The columns of a list of patients; a phone keeps the first three. */
const patientColumns = (): readonly Column<PatientRow>[] => [
  { key: 'number', title: t('Number'), width: 112, sort: '-created', render: ({ unique_id }) => <span className="num">{unique_id}</span> },
  { key: 'name', title: t('Name'), sort: 'name', render: (patient) => <Who patient={patient} /> },
  { key: 'age', title: t('Sex and age'), width: 96, render: (patient) => <AgeAndSex patient={patient} /> },
  { key: 'phone', title: t('Phone'), width: 152, hideOnPhone: true, render: (row) => <span className="num">{phone(row.phone)}</span> },
  {
    key: 'insurance',
    title: t('Insurance'),
    width: 200,
    hideOnPhone: true,
    render: ({ insurances }) => insurances.map(({ name }) => name).join(', '),
  },
  {
    key: 'last_visit',
    title: t('Last visit'),
    width: 128,
    hideOnPhone: true,
    sort: '-last_visit',
    render: ({ last_visit_at: at }) => at && <span title={dateTime(at)}>{ago(at)}</span>,
  },
]

/** Narrows the list; kept in the address, so that a filtered list can be sent to somebody. */
const PatientFilters = ({ url, setUrl }: { url: ListUrl; setUrl: SetListUrl }) => {
  return (
    <Filters className={styles.listFilters}>
      <FieldFilters fields={filters} values={url} words={{ gender: genderWord }} onChange={setUrl} />
      <InsurerField
        placeholder={t('Any insurance')}
        value={url.insurance_company_id}
        onChange={(insurance_company_id) => setUrl({ insurance_company_id })}
      />
      <DaysFilter
        labels={[t('Registered from'), t('Registered to')]}
        from={url.registered_from}
        to={url.registered_to}
        onFrom={(registered_from) => setUrl({ registered_from })}
        onTo={(registered_to) => setUrl({ registered_to })}
      />
      <Checkbox
        label={t('Deactivated')}
        checked={url.active === 'false'}
        onChange={(event) => setUrl({ active: event.currentTarget.checked ? 'false' : '' })}
      />
    </Filters>
  )
}

const TYPING_MS = 200

const NoPatients = ({ isNarrowed, q, clear }: { isNarrowed: boolean; q: string | undefined; clear: () => void }) => {
  const { can } = useRights()
  const navigate = useNavigate()
  const register = can(createPatient) && (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => void navigate('/dashboard/patients/new')}>
      {t('Register patient')}
    </Button>
  )
  if (!isNarrowed)
    return (
      <Empty title={t('No patients yet')} action={register}>
        {t('Registered patients appear here.')}
      </Empty>
    )
  return (
    <Empty
      icon={IconSearch}
      title={q ? t('No patients match “{q}”', { q }) : t('No patients match these filters')}
      action={
        <span className="row">
          <Button onClick={clear}>{q ? t('Clear search') : t('Clear filters')}</Button>
          {register}
        </span>
      }
    >
      {q ? t('Search finds misspelt names in any order, numbers, phones and identifiers.') : undefined}
    </Empty>
  )
}

/** All patients: found by text, narrowed by filters, opened with Enter. */
export const PatientList = () => {
  const { can } = useRights()
  const navigate = useNavigate()
  const { url, setUrl, rows, isNarrowed } = usePatientRows()
  const [text, setText] = useState(url.q ?? '')
  const box = useRef<HTMLInputElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const search = useDebouncedCallback((q: string) => setUrl({ q: q.trim() }), TYPING_MS)
  const clear = () => {
    setText('')
    setUrl({ q: '', gender: '', insurance_company_id: '', registered_from: '', registered_to: '', active: '' })
    box.current?.focus()
  }
  const open = ({ id }: { id: number }) => void navigate(`/dashboard/patients/${id}`)
  const register = () => void navigate('/dashboard/patients/new')
  useKeys([
    { keys: '/', label: t('Search patients'), run: () => box.current?.focus() },
    ...(can(createPatient) ? [{ keys: 'N', label: t('Register patient'), run: register }] : []),
  ])

  const type = (typed: string) => {
    setText(typed)
    search(typed)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const [first] = rows.data ?? []
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      table.current?.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus()
    }
    // What is shown must be the answer to what is typed.
    if (event.key === 'Enter' && first && text.trim() !== '' && text.trim() === url.q) open(first)
  }
  const count = rows.total !== null && !url.q ? t('{n} on file', { n: number(rows.total) }) : undefined
  return (
    <Page
      title={t('Patients')}
      sub={url.q ? t('Best match first') : (count ?? '\u00a0')}
      actions={
        can(createPatient) && (
          <Button
            variant="filled"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            rightSection={<Kbd className="not-phone">N</Kbd>}
            onClick={register}
          >
            {t('Register patient')}
          </Button>
        )
      }
    >
      <div className={`in-row wrap gap-4 ${styles.listTools}`} role="search">
        <TextInput
          ref={box}
          className={`phone-line ${styles.listSearch}`}
          aria-label={t('Search patients')}
          placeholder={t('Name, number, phone or identifier')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={text === '' ? <Kbd className="not-phone">/</Kbd> : undefined}
          autoComplete="off"
          autoFocus
          data-autofocus
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {!url.q && <PatientFilters url={url} setUrl={setUrl} />}
      </div>
      <div className={`stack rows-box ${styles.listRows}`} ref={table}>
        <DataTable
          label={t('Patients')}
          columns={patientColumns()}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={open}
          sort={url.q ? undefined : (url.sort ?? '-created')}
          onSort={url.q ? undefined : (sort) => setUrl({ sort: sort === '-created' ? '' : sort })}
          empty={<NoPatients isNarrowed={isNarrowed} q={url.q} clear={clear} />}
        />
      </div>
    </Page>
  )
}
