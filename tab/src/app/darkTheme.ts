/** A file of its own, so that only dark machines fetch it. */
export { webDarkTheme as darkTheme } from '@fluentui/react-components';
