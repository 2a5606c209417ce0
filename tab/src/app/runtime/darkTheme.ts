/** A separate file, so that only machines with a dark theme load it. */
export { webDarkTheme as darkTheme } from '@fluentui/react-components';
