import { ActionIcon, Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { emptyDirections, routeCodes, sayDirections, type RouteCode } from '#features/directions/rules.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { getItemDrug, putItemDrug } from '../contract.ts'
import { bodyOf, contentsUnits, emptyRow, MOST_SUBSTANCES, perUnits, strengthUnits, valuesOf, type ItemDrug } from './drug-values.ts'
import styles from './drugs.module.css'

const routeWord = (route: RouteCode) => sayDirections({ ...emptyDirections, route }, t)

const Origin = ({ drug: { origin, unknown, changed_at, changed_by_name } }: { drug: ItemDrug }) => (
  <>
    <p className="t2">
      {origin === 'person'
        ? [t('Entered by a user'), changed_by_name, changed_at && dateTime(changed_at)].filter(Boolean).join(' · ')
        : origin === 'name'
          ? t('Read from the name. Values saved here take precedence.')
          : t('Could not read the name: enter what it contains, or the safety check cannot warn.')}
    </p>
    {unknown.length > 0 && (
      <Note tone="attention">{t('No safety rules for: {names}. Is it the international name?', { names: unknown.join(', ') })}</Note>
    )}
  </>
)

const DrugForm = ({ drug, onClose }: { drug: ItemDrug; onClose: () => void }) => {
  const { can } = useRights()
  const endpointForm = useEndpointForm(putItemDrug, {
    initialValues: valuesOf(drug),
    params: { id: drug.id },
    ...(drug.version !== null && { version: drug.version }),
    toBody: bodyOf,
    onSaved: ({ name }) => {
      toast.done(t('{name} saved.', { name }))
      onClose()
    },
  })
  const { form } = endpointForm
  const { rows } = form.getValues()
  const setRows = (next: typeof rows) => form.setValues({ rows: next })
  return (
    <EndpointForm form={endpointForm} save={t('Save')} onCancel={onClose}>
      <Origin drug={drug} />
      <ul className={`stack gap-5 ${styles.rows}`}>
        {rows.map((_, at) => (
          // eslint-disable-next-line react/no-array-index-key -- a row has nothing of its own but its place
          <li className="phone-two" key={at}>
            <TextInput
              className="phone-span"
              label={t('Substance')}
              description={at === 0 ? t('International name') : undefined}
              required={at === 0}
              autoComplete="off"
              maxLength={100}
              data-autofocus={at === 0 || undefined}
              disabled={!can(putItemDrug)}
              {...form.getInputProps(`rows.${at}.substance`)}
            />
            <TextInput
              label={t('Strength')}
              inputMode="decimal"
              autoComplete="off"
              disabled={!can(putItemDrug)}
              {...form.getInputProps(`rows.${at}.amount`)}
            />
            <NativeSelect label={t('Unit')} data={[...strengthUnits]} {...form.getInputProps(`rows.${at}.unit`)} />
            <TextInput
              label={t('in each')}
              inputMode="decimal"
              autoComplete="off"
              placeholder="1"
              {...form.getInputProps(`rows.${at}.per_amount`)}
            />
            <NativeSelect
              label={t('of')}
              data={[{ value: '', label: t('piece') }, ...perUnits]}
              {...form.getInputProps(`rows.${at}.per_unit`)}
            />
            {rows.length > 1 && (
              <ActionIcon
                size="var(--k-control)"
                variant="subtle"
                aria-label={t('Remove substance {n}', { n: at + 1 })}
                onClick={() => setRows(rows.filter((_row, place) => place !== at))}
              >
                <IconTrash size={16} stroke={1.5} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {rows.length < MOST_SUBSTANCES && (
        <Button className="self-start" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setRows([...rows, emptyRow])}>
          {t('Add substance')}
        </Button>
      )}
      <div className="section-grid">
        <TextInput label={t('Form')} placeholder={t('tablet')} autoComplete="off" maxLength={20} {...form.getInputProps('form')} />
        <NativeSelect
          label={t('Route')}
          data={[{ value: '', label: '–' }, ...routeCodes.map((value) => ({ value, label: routeWord(value) }))]}
          {...form.getInputProps('route')}
        />
        <NativeSelect
          label={t('Can be divided into')}
          data={[
            { value: '', label: t('Unknown') },
            { value: '1', label: t('Swallowed whole') },
            { value: '2', label: t('Halves: scored') },
            { value: '4', label: t('Quarters: cross-scored') },
          ]}
          disabled={!can(putItemDrug)}
          {...form.getInputProps('divides')}
        />
        <TextInput
          label={drug.unit === null ? t('Contents of one unit') : t('Contents of one ({unit})', { unit: drug.unit })}
          description={t('For example 100 ml in a bottle')}
          inputMode="decimal"
          autoComplete="off"
          disabled={!can(putItemDrug)}
          {...form.getInputProps('contents_amount')}
        />
        <NativeSelect
          label={t('Contents unit')}
          data={[...contentsUnits]}
          disabled={!can(putItemDrug)}
          {...form.getInputProps('contents_unit')}
        />
      </div>
    </EndpointForm>
  )
}

/** What the safety check knows of one drug, and the place to say it better. */
export const DrugDialog = ({ id, name, onClose }: { id: number; name: string; onClose: () => void }) => {
  const asked = useQuery(query(getItemDrug, { params: { id } }))
  return (
    <Modal opened onClose={onClose} size="lg" title={name} closeButtonProps={{ 'aria-label': t('Close') }}>
      <FourStates query={asked} loading={<Loading rows={5} height={36} />}>
        {(drug) => <DrugForm key={drug.version ?? 0} drug={drug} onClose={onClose} />}
      </FourStates>
    </Modal>
  )
}
