import { phone } from '#web/text/phone.ts'
import { Button } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { type Rows, useRows } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { InUse, OutOfUseSwitch } from '#web/ui/in-use.tsx'
import { Page } from '#web/ui/page.tsx'
import { CatalogueDialog } from '#web/record/catalogue-dialog.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { createInsuranceCompany, type InsuranceCompany, insurers, listInsuranceCompanies, updateInsuranceCompany } from '../contract.ts'

const columns = (): Column<InsuranceCompany>[] => [
  { key: 'name', title: t('Name'), render: ({ name }) => <span className="strong">{name}</span> },
  { key: 'phone', title: t('Phone'), width: 180, hideOnPhone: true, render: (row) => <span className="num">{phone(row.phone)}</span> },
  { key: 'email', title: t('E-mail'), hideOnPhone: true, render: ({ email }) => email },
  {
    key: 'state',
    title: t('Status'),
    width: 130,
    render: ({ is_active }) => <InUse active={is_active} />,
  },
]

const matching = (rows: Rows<InsuranceCompany>, text: string): Rows<InsuranceCompany> => {
  const wanted = text.trim().toLocaleLowerCase()
  const data = rows.data?.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  return { ...rows, data, total: data?.length ?? null }
}

/** The companies that pay for patients: found, added, changed, taken out of use. */
export const InsuranceCompaniesPage = () => {
  const { can } = useRights()
  const [{ inactive, q = '' }, set] = useUrlState({ inactive: z.literal('1'), q: z.string().max(60) })
  const [edited, setEdited] = useState<InsuranceCompany | 'new' | null>(null)
  const all = useRows(query(listInsuranceCompanies, { query: inactive ? {} : { active: 'true' } }))
  const mayAdd = can(createInsuranceCompany)
  const empty =
    q === '' ? (
      <Empty
        icon={IconBuildingBank}
        title={t('No insurance companies yet')}
        action={mayAdd && <Button onClick={() => setEdited('new')}>{t('Add insurance company')}</Button>}
      >
        {t('Insurance companies appear here; patients can then be insured with them.')}
      </Empty>
    ) : (
      <Empty title={t('No matching companies')} action={<Button onClick={() => set({ q: '' })}>{t('Show all')}</Button>} />
    )
  return (
    <Page
      title={t('Insurance companies')}
      actions={mayAdd && <AddButton label={t('Add insurance company')} onClick={() => setEdited('new')} />}
    >
      <div className="row wrap filters">
        <SearchField label={t('Search by name')} value={q} onChange={(text) => set({ q: text })} />
        <OutOfUseSwitch inactive={inactive} set={set} />
      </div>
      <DataTable
        label={t('Insurance companies')}
        columns={columns()}
        rows={matching(all, q)}
        rowKey={({ id }) => id}
        onOpen={can(updateInsuranceCompany) ? setEdited : undefined}
        empty={empty}
      />
      {edited && (
        <CatalogueDialog
          catalogue={insurers}
          row={edited === 'new' ? null : edited}
          add={t('Add insurance company')}
          warning={t('Records that already use it keep it. It can no longer be chosen.')}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}
