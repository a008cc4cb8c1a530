import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FormOf } from '../forms/checked-form.ts'
import { t } from '../i18n.ts'
import { RecordForm, type RecordOptions, type Row, type Saves } from './record-form.tsx'

type Props<R extends Row, V extends Record<string, unknown>, C extends Saves, U extends Saves> = RecordOptions<R, V, C, U> & {
  /** The title of the dialog that adds: `Add store`. */
  add: string
  /** The title of the dialog that changes, where that is not the name. */
  title?: string
  size?: string | number
  /** In place of the form: what it waits for, or what is to be said instead. */
  instead?: ReactNode
  onClose: () => void
  /** The boxes. */
  children: (form: FormOf<V>) => ReactNode
}

/** Adds a record, or changes one, in a dialog. */
export const RecordDialog = <R extends Row, V extends Record<string, unknown>, C extends Saves, U extends Saves>(
  props: Props<R, V, C, U>,
) => {
  const { row, name, add, title, size, instead, onClose } = props
  return (
    <Modal opened onClose={onClose} title={row ? (title ?? name(row)) : add} closeButtonProps={{ 'aria-label': t('Close') }} size={size}>
      {instead || <RecordForm key={row?.id} {...props} />}
    </Modal>
  )
}
