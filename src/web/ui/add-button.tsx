import { Button, Kbd } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keyLabel, useKeys } from '../keys.ts'

/** The button that adds a row to the list of a page; the key N does the same. `label` is in the person's language. */
export const AddButton = ({ label, onClick, quiet }: { label: string; onClick: () => void; quiet?: boolean }) => {
  useKeys([{ keys: 'N', label, run: onClick }])
  return (
    <Button
      variant={quiet ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} aria-hidden />}
      rightSection={<Kbd className="not-phone">{keyLabel('N')}</Kbd>}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
