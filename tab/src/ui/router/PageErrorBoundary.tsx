import { Component } from 'react';
import type { ReactNode } from 'react';
import type { PageLocation } from './pageHistoryAndLocation.ts';

interface BoundaryProps {
  readonly location: PageLocation;
  readonly failed: ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly location: PageLocation;
  readonly hasFailed: boolean;
}

/** Shows `failed` in place of a page that threw an error. When the location changes, tries to render the page again. */
export class PageErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { location: this.props.location, hasFailed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return location === state.location ? null : { location, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failed : this.props.children;
  }
}
