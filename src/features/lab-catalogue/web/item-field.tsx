import { Button, Checkbox, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { createItem, listItems, listTaxClasses } from '#features/catalogue/contract.ts'
import { call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useAction } from '#web/calls/use-action.ts'
import styles from './lab-catalogue.module.css'

interface Props {
  /** The id of the item; '' for none. */
  value: string
  onChange: (value: string) => void
  /** As it is called now, when it is among none of those found. */
  itemName: string | null
  description: string
  error: ReactNode
  /** What a new item would be called. */
  name: string
  /** A new test or profile is put on the price list with it. */
  creation: { checked: boolean; onChange: (checked: boolean) => void } | null
}

/** What a test or a profile is charged as: one of the laboratory's items, or a new one under its own name. */
export const ItemField = ({ value, onChange, itemName, description, error, name, creation }: Props) => {
  const { can } = useRights()
  const [asked, setAsked] = useState('')
  const ask = useDebouncedCallback(setAsked, 200)
  const { run, isRunning } = useAction()
  const maySee = can(listItems)
  const found = useQuery({
    ...query(listItems, { query: { q: asked, category: 'laboratory', active: 'true', limit: 50 } }),
    enabled: maySee,
  })
  const data = (found.data ?? []).map(({ id, name: label }) => ({ value: String(id), label }))
  const isMissing = value !== '' && !data.some((choice) => choice.value === value)
  const make = () =>
    run(
      async () => {
        const taxes = await call(listTaxClasses, { query: {} })
        const tax_class = taxes.find(({ is_active }) => is_active)?.id ?? 0
        const made = await call(createItem, { body: { name, category: 'laboratory', unit: 'test', tax_class } })
        onChange(String(made.id))
      },
      t('{name} added to the price list. Set its price in the catalogue, then save.', { name }),
    )
  const isCreated = creation?.checked ?? false
  return (
    <div className={`span-all flow items-end gap-4-6 ${styles.item}`}>
      <Select
        className="grow"
        label={t('Billed as')}
        description={description}
        placeholder={isCreated ? name : t('No separate item')}
        disabled={!maySee || isCreated}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        nothingFoundMessage={t('No matches')}
        data={isMissing ? [{ value, label: itemName ?? name }, ...data] : data}
        filter={({ options }) => options}
        onSearchChange={ask}
        value={value === '' ? null : value}
        onChange={(id) => onChange(id ?? '')}
        error={error}
        data-path="item"
      />
      {can(createItem) && creation && (
        <Checkbox
          label={t('Add to price list under its name')}
          checked={creation.checked}
          disabled={value !== ''}
          onChange={(event) => creation.onChange(event.currentTarget.checked)}
        />
      )}
      {can(createItem) && !creation && value === '' && name !== '' && (
        <Button loading={isRunning} onClick={make}>
          {t('Add to price list')}
        </Button>
      )}
    </div>
  )
}
