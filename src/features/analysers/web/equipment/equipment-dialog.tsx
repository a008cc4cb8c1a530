import { Select, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'

import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { createEquipment, updateEquipment, usualLayout, findPreset, presets } from '#features/analysers/contract.ts'
import type { Equipment } from '../analyser-types.ts'
import { SECTION } from '../analyser-nav.tsx'
import { LayoutFields } from './layout-fields.tsx'
import { type LayoutValues, toLayout, toLayoutValues } from './layout-values.ts'
import { connectionWord, protocolWord } from '../labels.tsx'
import styles from '../lists.module.css'

interface Values extends Record<string, unknown> {
  name: string
  data_format: Equipment['data_format']
  connection: Equipment['connection']
  ip_address: string
  port: string
  order_message: string
  sender: string
  note: string
  preset: string
  layout: LayoutValues
}
const valuesOf = (equipment: Equipment | null): Values => ({
  name: equipment?.name ?? '',
  data_format: equipment?.data_format ?? 'hl7',
  connection: equipment?.connection ?? 'listen',
  ip_address: equipment?.ip_address ?? '',
  port: equipment?.port == null ? '' : String(equipment.port),
  order_message: equipment?.order_message ?? '',
  sender: equipment?.sender ?? '',
  note: equipment?.note ?? '',
  preset: equipment?.preset ?? '',
  layout: toLayoutValues(equipment?.layout ?? usualLayout),
})
const bodyOf = ({ ip_address, port, order_message, connection, preset, layout, ...values }: Values) => ({
  ...values,
  preset: findPreset(preset)?.key ?? null,
  layout: toLayout(layout),
  connection,
  ip_address: connection === 'none' ? null : ip_address.trim() || null,
  port: connection === 'none' || port.trim() === '' ? null : Number(port),
  order_message: order_message === '' ? null : (order_message as NonNullable<Equipment['order_message']>),
})

const orders = (protocol: Equipment['data_format']) => (protocol === 'astm' ? ['ASTM'] : ['OML^O21', 'ORM^O01'])
const connections = ['listen', 'connect', 'none'] as const
const protocols = ['hl7', 'astm'] as const

const Line = ({ form }: { form: FormOf<Values> }) => {
  const { getInputProps, values } = form
  const isOurs = values.connection === 'listen'
  return (
    <>
      <ChoiceField
        label={t('Connection')}
        data={connections.map((value) => ({ value, label: connectionWord(value) }))}
        {...getInputProps('connection')}
      />
      {values.connection !== 'none' && (
        <div className={`grid items-start gap-5-6 ${styles.grid}`}>
          <TextInput
            label={isOurs ? t('Analyser address') : t('Address')}
            description={isOurs ? t('Only this address may send; empty: any.') : t('Host name or IP address')}
            placeholder="192.168.1.20"
            required={!isOurs}
            {...getInputProps('ip_address')}
          />
          <TextInput
            label={isOurs ? t('Server port') : t('Analyser port')}
            description={t('1 to 65535')}
            required
            inputMode="numeric"
            maxLength={5}
            {...getInputProps('port')}
          />
        </div>
      )}
    </>
  )
}

const Fields = ({ form }: { form: FormOf<Values> }) => {
  const { getInputProps, values, setFieldValue } = form
  return (
    <>
      <TextInput label={t('Name')} required maxLength={120} data-autofocus {...getInputProps('name')} />
      <Select
        label={t('Analyser type')}
        description={t('Sets the message layout. Leave empty if your analyser is not listed.')}
        placeholder={t('Other analyser')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        data={presets.map(({ key, name }) => ({ value: key, label: name }))}
        {...getInputProps('preset')}
        value={values.preset || null}
        onChange={(key) => {
          const preset = findPreset(key)
          setFieldValue('preset', key ?? '')
          setFieldValue('layout', toLayoutValues(preset?.layout ?? usualLayout))
          if (preset) setFieldValue('data_format', preset.protocol)
          if (preset && !orders(preset.protocol).includes(values.order_message)) setFieldValue('order_message', '')
        }}
      />
      <ChoiceField
        label={t('Protocol')}
        data={protocols.map((value) => ({ value, label: protocolWord(value) }))}
        {...getInputProps('data_format')}
        onChange={(protocol) => {
          setFieldValue('data_format', protocol)
          // The other protocol has no such message.
          if (!orders(protocol).includes(values.order_message)) setFieldValue('order_message', '')
          // Nor do its messages look like those of this kind.
          const kind = findPreset(values.preset)
          if (kind && kind.protocol !== protocol) {
            setFieldValue('preset', '')
            setFieldValue('layout', toLayoutValues(usualLayout))
          }
        }}
      />
      <Line form={form} />
      <div className={`grid items-start gap-5-6 ${styles.grid}`}>
        <Select
          label={t('Order delivery')}
          description={values.data_format === 'astm' ? t('If empty, orders are sent when the analyser queries.') : undefined}
          placeholder={t('No work orders')}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          data={orders(values.data_format)}
          {...getInputProps('order_message')}
          value={values.order_message || null}
          onChange={(value) => setFieldValue('order_message', value ?? '')}
        />
        <TextInput
          label={t('Name in messages')}
          description={t('Distinguishes several analysers on one port.')}
          maxLength={120}
          {...getInputProps('sender')}
        />
      </div>
      <LayoutFields form={form} />
      <Textarea label={t('Note')} maxLength={500} autosize minRows={2} {...getInputProps('note')} />
    </>
  )
}

/** Adds an instrument, or changes one. */
export const EquipmentDialog = ({ equipment, onClose }: { equipment: Equipment | null; onClose: () => void }) => {
  const go = useNavigate()
  return (
    <RecordDialog
      row={equipment}
      create={createEquipment}
      update={updateEquipment}
      add={t('Add analyser')}
      save={t('Add analyser')}
      size="lg"
      name={({ name }) => name}
      values={valuesOf}
      toBody={bodyOf}
      labels={{ name: t('Name'), data_format: t('Protocol'), connection: t('Connection'), ip_address: t('Address'), note: t('Note') }}
      onClose={onClose}
      onAdded={({ id }) => {
        onClose()
        void go(`${SECTION}/${id}`)
      }}
    >
      {(form) => <Fields form={form} />}
    </RecordDialog>
  )
}
