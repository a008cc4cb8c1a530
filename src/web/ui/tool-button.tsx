import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  label: string
  /** As `aria-keyshortcuts` has it; the hint says it, too. */
  keys?: string
  disabled?: boolean
  run: () => void
  children: ReactNode
}

/** A sign above a picture or a paper that turns, enlarges or moves it. */
export const ToolButton = ({ label, keys, disabled, run, children }: Props) => (
  <ActionIcon
    size="var(--k-control)"
    variant="default"
    aria-label={label}
    aria-keyshortcuts={keys}
    title={keys ? `${label} · ${keys}` : label}
    disabled={disabled}
    onClick={run}
  >
    {children}
  </ActionIcon>
)
