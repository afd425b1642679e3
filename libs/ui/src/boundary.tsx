import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  open?: boolean
  onError: (error: unknown) => void
  /** Stands for what throws; nothing by default. */
  fallback?: ReactNode
  children: ReactNode
}

/** Contains what throws, until it is opened again. */
export class Boundary extends Component<BoundaryProps, { hasThrown: boolean }> {
  override state = { hasThrown: false }
  static getDerivedStateFromError = () => ({ hasThrown: true })
  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }
  override componentDidUpdate({ open }: BoundaryProps) {
    if (this.state.hasThrown && this.props.open && !open) this.setState({ hasThrown: false })
  }
  override render() {
    return this.state.hasThrown ? this.props.fallback : this.props.children
  }
}
