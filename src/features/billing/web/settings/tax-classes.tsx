import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { createTaxClass, listTaxClasses, type TaxClass } from '#features/catalogue/contract.ts'
import { query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useRows } from '#web/calls/rows.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { InUse } from '#web/ui/in-use.tsx'

const TaxClassDialog = lazy(async () => ({ default: (await import('./tax-class-dialog.tsx')).TaxClassDialog }))

const Table = ({ classes, onOpen }: { classes: readonly TaxClass[]; onOpen: ((one: TaxClass) => void) | undefined }) => (
  <table className="k-table tax-classes" aria-label={t('Tax classes')}>
    <thead>
      <tr>
        <th scope="col">{t('Name')}</th>
        <th scope="col" className="r">
          {t('Rate')}
        </th>
        <th scope="col">{t('State')}</th>
        {onOpen && <th scope="col" aria-label={t('Change')} />}
      </tr>
    </thead>
    <tbody>
      {classes.map((one) => (
        <tr key={one.id}>
          <td className="strong">{one.name}</td>
          <td className="r">{number(Number(one.rate))} %</td>
          <td>
            <InUse active={one.is_active} />
          </td>
          {onOpen && (
            <td className="r">
              <Button className="row-button" aria-label={t('Change {{name}}', one)} onClick={() => onOpen(one)}>
                {t('Change')}
              </Button>
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The taxes that items may bear: a new rate counts for what is charged from then on. */
export const TaxClasses = () => {
  const { can } = useRights()
  const classes = useRows(query(listTaxClasses, { query: {} }))
  const [edited, setEdited] = useState<TaxClass | 'new' | null>(null)
  const mayChange = can(createTaxClass)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('Add tax class')}
    </Button>
  )
  return (
    <section className="section" aria-label={t('Tax classes')}>
      <h2>{t('Tax classes')}</h2>
      <p>{t('Every item of the catalogue bears one. A new rate counts for what is charged from then on.')}</p>
      <div className="form-stack">
        <FourStates of={classes} isEmpty={(data) => data.length === 0} empty={<Empty title={t('No tax class yet')} />}>
          {(data) => <Table classes={data} onOpen={mayChange ? setEdited : undefined} />}
        </FourStates>
        {mayChange && <div>{add}</div>}
      </div>
      <Suspense>{edited && <TaxClassDialog taxClass={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}</Suspense>
    </section>
  )
}
