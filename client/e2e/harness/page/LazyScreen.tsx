export const Component = () => <p>Loaded late</p>
