import { createContext, useContext } from 'react'

export interface ToastOptions {
  tone?: 'info' | 'success' | 'danger'
  /** Most often "Undo". */
  action?: { label: string; onSelect: () => void }
}

export type ShowToast = (text: string, options?: ToastOptions) => void

export const ToastContext = createContext<ShowToast>(() => {
  throw new Error('useToast needs a <Toaster> above it')
})

export const useToast = () => useContext(ToastContext)
